import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { countMissing, type SetupStep } from "@/lib/commerce/plans/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** Leads to the first steps while the portal cannot sell; nothing afterwards. */
export async function SetupNotice({ steps }: { steps: readonly SetupStep[] }) {
  const missing = countMissing(steps);
  if (missing === 0) return null;
  const [t, locale] = [await getTranslations("commerce/plans.notice"), await getLocale()];
  return (
    <section
      aria-labelledby="primeiros-passos"
      className="grid justify-items-start gap-3 rounded-xl border-2 border-faixa bg-surface p-4 sm:p-5"
    >
      <h2 id="primeiros-passos" className="text-2xl">
        {t("title")}
      </h2>
      <p className="max-w-3xl text-muted">{t("lead", { count: missing })}</p>
      <Link href={localePath(locale, panelPath("first_steps"))} className={buttonClass({ look: "faixa" })}>
        {t("link")}
      </Link>
    </section>
  );
}
