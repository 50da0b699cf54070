import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { EDIT_TABS, type EditTab } from "@/lib/events/panel/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPathWith } from "@/lib/platform/paths";

const TAB =
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-lg border-2 border-line px-3 hover:bg-raised aria-[current]:border-faixa aria-[current]:bg-raised";

/** Parts of the edit page of an event. */
export async function EditTabs({ eventId, current }: { eventId: string; current: EditTab }) {
  const t = await getTranslations("events/panel.tabs");
  const address = localePath(await getLocale(), panelPathWith("event_edit", { eventId }));
  return (
    <nav aria-label={t("label")} className="flex gap-2 overflow-x-auto pb-1">
      {(Object.keys(EDIT_TABS) as EditTab[]).map((tab) => (
        <Link
          key={tab}
          href={`${address}${tab === "dados" ? "" : `?aba=${tab}`}`}
          aria-current={tab === current ? "page" : undefined}
          className={TAB}
        >
          {t(tab)}
        </Link>
      ))}
    </nav>
  );
}
