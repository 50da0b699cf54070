import { SectionHead } from "@/components/ui/section-head";
import { RegionCard } from "./region-card";
import type { RegionCard as Region } from "@/lib/guide/regions/queries";

type Props = {
  title: string;
  lead?: string;
  regions: readonly Region[];
  uf: string;
  more: { label: string; href: string };
};

/** A row of route cards with a link to all routes; nothing when there are none. */
export function FeaturedRegions({ title, lead, regions, uf, more }: Props) {
  if (regions.length === 0) return null;
  return (
    <section className="page mt-14">
      <SectionHead more={more}>
        <div>
          <h2 className="display-2">{title}</h2>
          {lead && <p className="mt-1 max-w-2xl text-muted">{lead}</p>}
        </div>
      </SectionHead>
      <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {regions.map((region) => (
          <RegionCard key={region.id} region={region} uf={uf} />
        ))}
      </div>
    </section>
  );
}
