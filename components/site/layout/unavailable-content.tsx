import { getTranslations } from "next-intl/server";

/** Content of a page whose backend is down: the notice of the error catalogue and a button to reload. */
export async function UnavailableContent() {
  const t = await getTranslations("platform/errors");
  return (
    <main
      id="conteudo"
      className="grid grow place-content-center justify-items-center gap-4 p-6 text-center"
      role="alert"
    >
      <p className="font-display text-2xl text-faixa-text">503</p>
      <h1 className="display-1">{t("service.unavailable.title")}</h1>
      <p className="max-w-md text-lg text-muted">{t("fallback.unavailable")}</p>
      {/* A form without an action reloads this page, without JavaScript. */}
      <form>
        <button type="submit" className="h-12 rounded-xl bg-primary px-6 font-semibold text-primary-ink">
          {t("fallback.reload")}
        </button>
      </form>
    </main>
  );
}
