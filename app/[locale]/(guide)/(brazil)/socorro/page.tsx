import { getMessages } from "next-intl/server";
import { BreakdownHelp } from "@/components/guide/breakdown/breakdown-help";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { GarageCarsProvider } from "@/components/travel/driving/garage-cars";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";
import { publicMetadata } from "@/app/[locale]/page-metadata";

export const revalidate = 3600;

export const generateMetadata = publicMetadata(
  "guide/breakdown",
  BREAKDOWN_PATH,
  postcardPath("serra", "socorro", "png"),
);

/** What to do with a car that stopped on the road; precached by the service worker in every language. */
export default async function BreakdownPage() {
  const { "guide/breakdown": texts } = await getMessages();
  return (
    <main id="conteudo" className="pb-14" data-asks-position>
      <PageCrumbs crumbs={[{ name: texts.title, path: BREAKDOWN_PATH }]} />
      <GarageCarsProvider>
        <BreakdownHelp as="h1" />
      </GarageCarsProvider>
    </main>
  );
}
