import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntriesPage, type EntriesPageProps } from "../entries-page";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("garage/entries");
  return { title: `${t("list.serviceTitle")} | LACAMBECHE`, robots: { index: false } };
}

/** Services and parts of a car, with receipts. */
export default function ServicePage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="service" />;
}
