"""Second opinions on a certificate: ACL2's checker, a SAT solver."""
