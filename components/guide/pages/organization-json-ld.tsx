import { JsonLd } from "@/components/ui/json-ld";
import type { Settings } from "@/lib/platform/settings/schema";
import { siteUrl } from "@/lib/platform/site-url";

/** The publisher of the portal in schema.org format; empty settings are left out. */
export function OrganizationJsonLd({ settings }: { settings: Settings }) {
  const { contact_email, contact_phone, company_legal_line, social_instagram, social_facebook, social_youtube } =
    settings;
  const contactPoint = {
    "@type": "ContactPoint",
    contactType: "customer service",
    email: contact_email || undefined,
    telephone: contact_phone || undefined,
    availableLanguage: ["pt-BR", "en", "es"],
  };
  return (
    <JsonLd
      data={{
        "@type": "Organization",
        name: "Portal LACAMBECHE",
        legalName: company_legal_line || undefined,
        url: siteUrl(),
        logo: siteUrl("/icons/icon-512.png"),
        areaServed: "BR",
        contactPoint: contact_email || contact_phone ? contactPoint : undefined,
        sameAs: [social_instagram, social_facebook, social_youtube].filter(Boolean),
      }}
    />
  );
}
