import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Postcard } from "@/components/guide/postcards/postcard";
import { Card } from "@/components/ui/card";
import { CentreLine } from "@/components/ui/centre-line";
import { SignPlate } from "@/components/ui/sign-plate";

type AccountPageProps = { title: string; lead: string; children: ReactNode };

/** Layout of every account page: the form, and on wide screens a postcard next to it. */
export async function AccountPage({ title, lead, children }: AccountPageProps) {
  const t = await getTranslations("site/layout.site");
  return (
    <main
      id="conteudo"
      className="page grid flex-1 items-center gap-8 py-8 lg:grid-cols-[1.1fr_1fr] lg:gap-14 lg:py-12"
    >
      <Card className="w-full max-w-xl justify-self-center lg:order-2 lg:max-w-none">
        <h1 className="display-2">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
        <CentreLine className="my-5" />
        {children}
      </Card>
      <aside className="mx-auto grid w-full max-w-xl gap-4 lg:order-1 lg:max-w-none">
        <Postcard
          biome="serra"
          slug="login"
          alt=""
          className="h-auto w-full -rotate-1 rounded-xl border-8 border-raised shadow-xl"
        />
        <SignPlate kind="attraction" as="p" className="justify-self-center px-8 py-4 text-center font-display text-xl">
          {t("tagline")}
        </SignPlate>
      </aside>
    </main>
  );
}
