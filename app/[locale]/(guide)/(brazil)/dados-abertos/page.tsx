import { getTranslations } from "next-intl/server";
import { ContentPage } from "@/components/guide/pages/content-page";
import { DataFiles } from "@/components/guide/pages/data-files";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { listDataFiles } from "@/lib/guide/open-data/queries";
import { DATA_GROUPS } from "@/lib/guide/open-data/rules";
import { publicMetadata } from "@/app/[locale]/page-metadata";

const PATH = "/dados-abertos";

export const revalidate = 300;

export const generateMetadata = publicMetadata(
  "guide/pages.openData",
  PATH,
  postcardPath("chapada", "dados-abertos", "png"),
);

export default async function OpenDataPage() {
  const t = await getTranslations("guide/pages.openData");
  const files = listDataFiles();
  return (
    <ContentPage path={PATH} title={t("title")} lead={t("lead")}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {DATA_GROUPS.map((group) => (
          <section key={group} id={group} className="scroll-mt-20">
            <h2 className="display-2">{t(`groups.${group}.title`)}</h2>
            <p className="mb-4 mt-1">{t(`groups.${group}.text`)}</p>
            <DataFiles files={files.filter((file) => file.group === group)} />
          </section>
        ))}
      </div>
      <p className="mt-8 max-w-3xl text-muted">{t("others")}</p>
    </ContentPage>
  );
}
