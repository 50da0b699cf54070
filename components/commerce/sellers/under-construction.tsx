import { getTranslations } from "next-intl/server";
import { CentreLine } from "@/components/ui/centre-line";
import { SignPlate } from "@/components/ui/sign-plate";
import { SellerShell } from "./seller-shell";

/** 'Página em Construção', with a description of the planned page. */
export async function UnderConstruction({
  page,
  username,
}: {
  page: "reports" | "profile" | "settings";
  username: string;
}) {
  const t = await getTranslations("commerce/sellers");
  return (
    <SellerShell username={username}>
      <main id="conteudo" className="grid grow content-start justify-items-start gap-5 p-4 sm:p-6">
        <h1 className="display-2">{t(`nav.${page}`)}</h1>
        <SignPlate kind="warning" className="max-w-xl p-8">
          <h2 className="text-3xl">{t("construction.title")}</h2>
          <p className="mt-2 text-lg">{t(`construction.${page}`)}</p>
        </SignPlate>
        <div className="w-48">
          <CentreLine />
        </div>
      </main>
    </SellerShell>
  );
}
