import { doorMetadata, LoginDoor, type SearchParams } from "../../login/login-door";

export const dynamic = "force-dynamic";

export const generateMetadata = () => doorMetadata("admin");

export default function AdminLoginPage({ searchParams }: { searchParams: SearchParams }) {
  return <LoginDoor door="admin" searchParams={searchParams} />;
}
