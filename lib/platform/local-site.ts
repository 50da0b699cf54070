/** Whether the site URL is on this machine; links, codes and passwords may be printed only then. */
export function isLocalSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
