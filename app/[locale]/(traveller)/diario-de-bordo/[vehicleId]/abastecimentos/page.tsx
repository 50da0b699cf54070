import { EntriesPage, type EntriesPageProps } from "../entries-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/entries", "list.fuelTitle");

/** Refuelling of a car. */
export default function FuelPage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="fuel" />;
}
