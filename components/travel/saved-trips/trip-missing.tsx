import { getTranslations } from "next-intl/server";

/** A token that no link has. */
export async function TripMissing() {
  const t = await getTranslations("travel/saved-trips.missing");
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-2 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <p className="text-lg text-muted">{t("lead")}</p>
    </main>
  );
}
