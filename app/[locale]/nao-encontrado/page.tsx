import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundContent } from "@/components/layout/not-found-content";
import { StatePicker } from "@/components/states/state-picker";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout.notFound");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** Middleware answers every unknown address with this static page and status 404. */
export default function UnknownAddress() {
  return (
    <NotFoundContent>
      <StatePicker counts={{}} />
    </NotFoundContent>
  );
}
