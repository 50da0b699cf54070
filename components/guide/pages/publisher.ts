import { siteUrl } from "@/lib/platform/site-url";

/** The portal as a publisher in schema.org format. */
export const publisher = () => ({
  "@type": "Organization",
  name: "Portal LACAMBECHE",
  url: siteUrl(),
  logo: siteUrl("/icons/icon-512.png"),
});
