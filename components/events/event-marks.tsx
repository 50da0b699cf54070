import { getTranslations } from "next-intl/server";
import { PlaceMark } from "@/components/services/place-mark";

/** Marks the example of the embedded backend. */
export async function DemoMark() {
  const t = await getTranslations("events");
  return <PlaceMark title={t("demoHint")}>{t("demo")}</PlaceMark>;
}

/** Marks a postponed or cancelled event; nothing for others. */
export async function StatusMark({ status }: { status: string }) {
  const t = await getTranslations("events");
  if (status !== "postponed" && status !== "cancelled") return null;
  return (
    <span className="rounded-md bg-danger px-2 py-0.5 text-sm font-semibold text-danger-ink">
      {t(`status.${status}`)}
    </span>
  );
}
