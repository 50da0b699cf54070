import type { ComponentProps, ReactNode } from "react";
import type { ItemList } from "@/components/ui/item-list";
import { JsonLd } from "@/components/ui/json-ld";
import { SignPlate } from "@/components/ui/sign-plate";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Props = Pick<ComponentProps<typeof PageCrumbs>, "state" | "crumbs"> & {
  /** The sign that has the title. */
  kind: ComponentProps<typeof SignPlate>["kind"];
  title: string;
  lead: string;
  /** The list in schema.org format. */
  data: ItemList;
  children: ReactNode;
};

/** A public page with a list: breadcrumb, title on a sign, lead, the list and its structured data. */
export function ListPage({ state, crumbs, kind, title, lead, data, children }: Props) {
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs state={state} crumbs={crumbs} />
      <div className="page">
        <SignPlate kind={kind} className="w-fit max-w-full">
          <h1 className="display-2 px-1">{title}</h1>
        </SignPlate>
        <p className="mt-4 max-w-3xl text-lg text-muted">{lead}</p>
        {children}
      </div>
      <JsonLd data={data} />
    </main>
  );
}
