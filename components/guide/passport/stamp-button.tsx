import { Stamp } from "lucide";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { subjectKey, type StampType } from "@/lib/guide/passport/rules";

type Props = { type: StampType; id: string | number; name: string };

/**
 * The button that stamps one place as static HTML; `StampIsland` enables all of them on a page, so that a list of cards
 * hydrates no component per card.
 */
export async function StampButton({ type, id, name }: Props) {
  const t = await getTranslations("guide/passport");
  return (
    <div data-stamp={subjectKey(type, id)} data-print="hide" className="group/stamp">
      <button
        type="button"
        disabled
        data-until-hydrated=""
        aria-label={t("stampPlace", { name })}
        className={buttonClass({
          size: "snug",
          className: "group-data-[state=stamped]/stamp:border-rota group-data-[state=stamped]/stamp:text-rota-text",
        })}
      >
        <Icon of={Stamp} className="size-5" />
        <span data-label>{t("stamp")}</span>
      </button>
      <p role="status" className="mt-1 text-sm empty:hidden" />
    </div>
  );
}
