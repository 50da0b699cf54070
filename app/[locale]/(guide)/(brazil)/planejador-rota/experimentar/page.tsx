import { PlannerTryPage, plannerTryMetadata } from "../../../planner-try-page";

export const revalidate = false;

export const generateMetadata = () => plannerTryMetadata(null);

export default function CountryPlannerTryPage() {
  return <PlannerTryPage state={null} />;
}
