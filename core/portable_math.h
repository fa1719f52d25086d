// Exponentials and logarithms that come out the same on every machine: a C library's may differ in
// the last bit from one to the next, and what is stored must not. Only + - * / and exact scaling.
#pragma once

namespace memfold {

/// e to the power of x, within a few units in the last place. Overflow: infinity; underflow: 0.
double portable_exp(double x);

/// The natural logarithm, likewise. x must be positive and finite.
double portable_log(double x);

/// x to the power of y for x > 0, as exp(y log x).
double portable_pow(double x, double y);

}  // namespace memfold
