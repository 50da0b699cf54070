import { getTranslations } from "next-intl/server";
import { SignPlate } from "../ui/sign-plate";

/** Placeholder for a page of the specification that is not implemented yet. */
export async function InPreparation() {
  const t = await getTranslations("layout.pending");
  return (
    <main id="conteudo" className="grid place-items-center gap-6 p-10 text-center">
      <SignPlate kind="warning">
        <h1 className="display-2 px-6">{t("title")}</h1>
      </SignPlate>
      <p className="max-w-xl text-xl text-muted">{t("lead")}</p>
    </main>
  );
}
