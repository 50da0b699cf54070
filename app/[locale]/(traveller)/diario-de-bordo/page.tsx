import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { GaragePage } from "../../garage-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/vehicles", "metaTitle");

export default function LogPage() {
  return <GaragePage path={LOG_PATH} state={null} />;
}
