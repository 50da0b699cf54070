import { doorMetadata, LoginDoor, type SearchParams } from "./login-door";

export const dynamic = "force-dynamic";

export const generateMetadata = () => doorMetadata("traveller");

export default function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginDoor door="traveller" searchParams={searchParams} />;
}
