import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { GaragePage } from "../../garage-page";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("garage/vehicles");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false } };
}

export default function LogPage() {
  return <GaragePage path={LOG_PATH} state={null} />;
}
