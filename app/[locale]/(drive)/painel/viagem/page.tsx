import { DrivingPage } from "../../driving-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("travel/driving", "metaTitle");

export default function DrivingWithoutPlanPage() {
  return <DrivingPage tripId={null} />;
}
