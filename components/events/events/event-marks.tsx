import { getTranslations } from "next-intl/server";
import { PlaceMark } from "@/components/guide/services/place-mark";

/** Marks the example of the embedded backend. */
export async function DemoMark() {
  const t = await getTranslations("events/events");
  return <PlaceMark title={t("demoHint")}>{t("demo")}</PlaceMark>;
}

/** Marks a postponed or cancelled event, and one that is over; nothing for others. */
export async function StatusMark({ status, isOver }: { status: string; isOver: boolean }) {
  const t = await getTranslations("events/events");
  if (status !== "postponed" && status !== "cancelled")
    return isOver && <span className="rounded-md border-2 border-line px-2 py-0.5 text-sm">{t("status.over")}</span>;
  return (
    <span className="rounded-md bg-danger px-2 py-0.5 text-sm font-semibold text-danger-ink">
      {t(`status.${status}`)}
    </span>
  );
}
