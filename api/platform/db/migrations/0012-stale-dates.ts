import { Migration } from '@mikro-orm/migrations'

export class Migration0012 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "projects" add column "dates_stale_since" timestamptz null, add column "dates_stale_because" jsonb null;',
    )
  }
}
