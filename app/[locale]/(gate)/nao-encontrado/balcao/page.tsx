import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeskUnavailable } from "@/components/partners/desk/desk-unavailable";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("partners/desk.invalidLink");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Page with status 404 for links of desks. */
export default function UnknownDesk() {
  return <DeskUnavailable />;
}
