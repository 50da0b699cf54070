import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkUnavailable } from "@/components/platform/links/link-unavailable";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform/links.gone");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Page with status 404 for links of payments and advertisements. */
export default function UnknownLink() {
  return <LinkUnavailable />;
}
