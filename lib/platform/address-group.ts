import ipaddr from "ipaddr.js";

const CUSTOMER_BITS = 64;
/** Some proxies add the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * What rate limits count instead of a network address: IPv4 addresses whole, IPv6 addresses by their /64,
 * because one customer has all of it (RFC 6177). Anything that is no address is returned unchanged.
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
