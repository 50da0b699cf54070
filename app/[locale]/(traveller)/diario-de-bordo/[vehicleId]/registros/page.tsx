import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntriesPage, type EntriesPageProps } from "../entries-page";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("garage/entries");
  return { title: `${t("list.allTitle")} | LACAMBECHE`, robots: { index: false } };
}

/** Everything that was noted about a car. */
export default function AllEntriesPage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="all" />;
}
