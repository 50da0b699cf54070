import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DrivingPage } from "../../driving-page";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("travel/driving");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false } };
}

export default function DrivingWithoutPlanPage() {
  return <DrivingPage tripId={null} />;
}
