import { getTranslations } from "next-intl/server";
import { EVENT_GAPS } from "@/lib/events/publishing/rules";

type Props = { gaps: readonly (typeof EVENT_GAPS)[number][] };

/** What an event still needs before it can be published. */
export async function GapList({ gaps }: Props) {
  const t = await getTranslations("events/publishing.gaps");
  return (
    <div>
      <p className="font-semibold">{t("title")}</p>
      <ul className="list-disc ps-6">
        {gaps.map((gap) => (
          <li key={gap}>{t(gap)}</li>
        ))}
      </ul>
    </div>
  );
}
