import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UnavailableContent } from "@/components/site/layout/unavailable-content";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform/errors.service.unavailable");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** Middleware answers protected addresses with this static page and status 503 when it cannot read the session. */
export default function Unavailable() {
  return <UnavailableContent />;
}
