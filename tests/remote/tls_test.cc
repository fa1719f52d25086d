// https is verified: a server with a certificate nobody vouches for gets no statement.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "chat.h"

namespace memfold {
namespace {

/// Signs for itself that it is localhost.
void use_own_certificate(SSL_CTX* context) {
  EVP_PKEY* const key = EVP_RSA_gen(2048);
  X509* const certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* const name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_sign(certificate, key, EVP_sha256());
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

class TlsServer {
 public:
  TlsServer() : context_(SSL_CTX_new(TLS_server_method())) {
    use_own_certificate(context_);
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listener_, 8) != 0 ||
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no loopback port");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~TlsServer() {
    stopped_ = true;
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
    SSL_CTX_free(context_);
  }

  std::string url() const { return "https://localhost:" + std::to_string(port_) + "/v1"; }
  int connections() const { return connections_; }
  int bytes() const { return bytes_; }

 private:
  void run() {
    while (!stopped_) {
      const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) continue;
      ++connections_;
      SSL* const ssl = SSL_new(context_);
      SSL_set_fd(ssl, connection);
      char buffer[4096];
      if (SSL_accept(ssl) == 1) bytes_ += std::max(0, SSL_read(ssl, buffer, sizeof buffer));
      SSL_free(ssl);
      close(connection);
    }
  }

  SSL_CTX* const context_;
  int listener_ = -1, port_ = 0;
  std::atomic<bool> stopped_ = false;
  std::atomic<int> connections_ = 0, bytes_ = 0;
  std::thread thread_;
};

TEST(Tls, ACertificateNobodyVouchesForEndsTheCallBeforeAnythingIsSent) {
  TlsServer server;
  const auto analyst = remote_analyst(testing_remote::options_for(server.url()));
  const Analysis analysis = analyst->compare(testing_remote::kExisting, testing_remote::kIncoming);
  EXPECT_EQ(analysis.confidence, 0.5);
  EXPECT_NE(analysis.reasoning.find("certificate"), std::string::npos) << analysis.reasoning;
  EXPECT_EQ(server.connections(), 1) << "trying again would not help";
  EXPECT_EQ(server.bytes(), 0);
}

}  // namespace
}  // namespace memfold
