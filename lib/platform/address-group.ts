import ipaddr from "ipaddr.js";

const CUSTOMER_BITS = 64;
/** Some proxies add the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * Key for rate limits by IP address: the whole IPv4 address, or the /64 prefix of an IPv6 address, because one
 * customer controls all of it (RFC 6177). Any other text is returned unchanged.
 */
export function addressGroup(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  const bare = ipv6 ?? ipv4 ?? address;
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = parsed.toByteArray().slice(0, CUSTOMER_BITS / 8);
  return `${Buffer.from(prefix).toString("hex")}/${CUSTOMER_BITS}`;
}
