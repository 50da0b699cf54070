import { NotFoundContent } from "@/components/site/layout/not-found-content";
import { SearchForm } from "@/components/geo/search/search-form";
import { StatePicker } from "@/components/geo/states/state-picker";
import { env } from "@/lib/platform/env";
import { countRegions } from "@/lib/guide/regions/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const revalidate = 300;

export const generateMetadata = unlistedMetadata("site/layout.notFound", "title");

/** Middleware answers every unknown address with this static page and status 404. */
export default async function UnknownAddress() {
  return (
    <NotFoundContent>
      <div className="page mb-8">
        <SearchForm q="" uf="" kinds={[]} />
      </div>
      <StatePicker counts={await countRegions()} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
    </NotFoundContent>
  );
}
