import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FreshLink } from "./fresh-link";

/** The same page for wrong, expired and revoked links, so that it does not reveal which one it is. */
export async function LinkUnavailable() {
  const [t, locale, { "platform/links": links }] = [
    await getTranslations("platform/links.gone"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <header>
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 text-lg text-muted">{t("lead")}</p>
      </header>
      <section className="grid gap-4 rounded-2xl border-2 border-line p-6">
        <p className="text-lg">{t("ask")}</p>
        <FreshLink label={t("button")} texts={links.request} locale={locale} />
      </section>
    </main>
  );
}
