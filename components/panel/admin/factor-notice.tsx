import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";

/** Asks the superadministrador to set up the second factor, then to require it from the team. */
export async function FactorNotice({ step, path }: { step: "own" | "team"; path: string }) {
  const [t, locale] = [await getTranslations("panel/admin.factorNotice"), await getLocale()];
  return (
    <section
      aria-labelledby="segundo-fator"
      className="grid justify-items-start gap-3 rounded-xl border-2 border-faixa bg-surface p-4 sm:p-5"
    >
      <h2 id="segundo-fator" className="text-2xl">
        {t(`${step}.title`)}
      </h2>
      <p className="max-w-3xl text-muted">{t(`${step}.lead`)}</p>
      <Link href={localePath(locale, path)} className={buttonClass({ look: "faixa" })}>
        {t(`${step}.link`)}
      </Link>
    </section>
  );
}
