import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { TEMPLATE_NAMES } from "@/lib/events/publishing/templates/rules";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  /** Path of the form of a new event. */
  path: string;
  /** The template of the form that is open. */
  current: string | undefined;
};

/** Templates that fill in programme, kinds of registration, questions and documents of a new event. */
export async function TemplateChoice({ path, current }: Props) {
  const [t, locale] = [await getTranslations("events/publishing.template"), await getLocale()];
  return (
    <section aria-labelledby="modelos" className="grid gap-3">
      <h2 id="modelos" className="text-2xl">
        {t("title")}
      </h2>
      <p className="text-muted">{current ? t("filled") : t("lead")}</p>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {TEMPLATE_NAMES.map((name) => (
          <li key={name}>
            <Link
              href={`${localePath(locale, path)}?modelo=${name}`}
              aria-current={name === current ? "true" : undefined}
              className="grid h-full content-start gap-1 rounded-xl border-2 border-line bg-surface p-4 hover:bg-raised aria-[current]:border-faixa aria-[current]:bg-raised"
            >
              <span className="font-display text-xl">{t(`names.${name}`)}</span>
              <span className="text-sm text-muted">{t(`texts.${name}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
