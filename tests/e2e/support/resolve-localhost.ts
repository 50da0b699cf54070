import dns from "node:dns";

type Lookup = (hostname: string, options: dns.LookupAllOptions) => Promise<dns.LookupAddress[]>;

const lookup = dns.promises.lookup as Lookup;

/**
 * Playwright waits for the IPv4 and the IPv6 address of localhost before the first request of every request context. Where
 * /etc/hosts has no IPv6 address for it and no DNS server answers, that takes five seconds. The site listens on IPv4 only.
 */
const lookupLocalhostByIpv4: Lookup = async (hostname, options) =>
  hostname === "localhost" && options.family === 6 ? [] : lookup(hostname, options);

Object.assign(dns.promises, { lookup: lookupLocalhostByIpv4 });
