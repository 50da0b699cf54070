import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/input";
import { localePath } from "@/lib/platform/i18n/routing";
import { FILE_SERVICE_MESSAGE_LENGTHS } from "@/lib/platform/supabase/database-constants/partners";
import { outcomeId, OUTCOMES } from "@/lib/partners/service-messages/rules";

type Props = { place: { id: string; name: string }; path: string };

/**
 * Writes to the people of a place. A plain form, so that the static page needs no script for it; afterwards the
 * fragment of the address shows what happened.
 */
export async function WriteForm({ place, path }: Props) {
  const t = await getTranslations("partners/own-places.write");
  const locale = await getLocale();
  const privacy = localePath(locale, "/politica-de-privacidade");
  return (
    <section id="escrever" className="scroll-mt-20 rounded-2xl border-2 border-line bg-surface p-5" data-print="hide">
      <h2 className="text-2xl">{t("title")}</h2>
      {OUTCOMES.map((outcome) => (
        <p
          key={outcome}
          id={outcomeId(outcome)}
          role="status"
          className="mt-3 hidden scroll-mt-24 rounded-lg border-2 border-faixa p-3 font-semibold target:block"
        >
          {t(`outcome.${outcome}`)}
        </p>
      ))}
      <p className="mt-1 text-muted">{t("lead", { name: place.name })}</p>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("summary")}</summary>
        <form method="post" action="/api/service-messages" className="mt-3 grid gap-3">
          <input type="hidden" name="service" value={place.id} />
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="path" value={path} />
          <input type="text" name="homepage" tabIndex={-1} autoComplete="off" aria-hidden="true" className="hidden" />
          <label className="grid gap-1 font-semibold">
            {t("name")}
            <input
              name="name"
              required
              maxLength={FILE_SERVICE_MESSAGE_LENGTHS.name}
              autoComplete="name"
              className={controlClass}
            />
          </label>
          <label className="grid gap-1 font-semibold">
            {t("email")}
            <input type="email" name="email" required maxLength={254} autoComplete="email" className={controlClass} />
          </label>
          <label className="grid gap-1 font-semibold">
            {t("body")}
            <textarea
              name="body"
              required
              rows={5}
              maxLength={FILE_SERVICE_MESSAGE_LENGTHS.body}
              className={`${controlClass} h-auto min-h-28 py-2`}
            />
          </label>
          <label className="flex items-start gap-3">
            <input type="checkbox" name="consent" required className="mt-1 size-5 shrink-0 accent-primary" />
            <span>
              {t.rich("consent", {
                name: place.name,
                privacy: (words) => (
                  <a href={privacy} className="text-link underline underline-offset-4">
                    {words}
                  </a>
                ),
              })}
            </span>
          </label>
          <button type="submit" className={buttonClass({ look: "primary", className: "w-fit" })}>
            {t("send")}
          </button>
        </form>
      </details>
    </section>
  );
}
