import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RegistrationGone } from "@/components/events/registrations/registration-gone";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/registrations.status");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Page with status 404 for links of registrations. */
export default function UnknownRegistration() {
  return <RegistrationGone />;
}
