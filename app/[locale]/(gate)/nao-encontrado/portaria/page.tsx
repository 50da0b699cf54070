import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GateUnavailable } from "@/components/events/gate/gate-unavailable";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/gate.invalidLink");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Page with status 404 for links of gates. */
export default function UnknownGate() {
  return <GateUnavailable />;
}
