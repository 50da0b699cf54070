import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UnavailableContent } from "@/components/layout/unavailable-content";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors.service.unavailable");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** Middleware answers guarded addresses with this static page and status 503 while it cannot learn who is signed in. */
export default function Unavailable() {
  return <UnavailableContent />;
}
