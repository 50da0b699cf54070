import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntriesPage, type EntriesPageProps } from "../entries-page";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("garage/entries");
  return { title: `${t("list.fuelTitle")} | LACAMBECHE`, robots: { index: false } };
}

/** Refuelling of a car. */
export default function FuelPage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="fuel" />;
}
