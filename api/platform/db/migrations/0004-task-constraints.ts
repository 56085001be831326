import { Migration } from '@mikro-orm/migrations'

export class Migration0004 extends Migration {
  override up(): void {
    this.addSql(
      'alter table "tasks" add "constraint_type" text null, add "constraint_date" date null, add "deadline" date null;',
    )
  }
}
