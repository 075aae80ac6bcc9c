<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="tiles" tilewidth="16" tileheight="16" tilecount="24" columns="8">
 <image source="tiles.png" width="128" height="48"/>
 <tile id="0" type="Solid"/>
 <tile id="1" type="OneWay"/>
 <tile id="2" type="Glass"/>
 <tile id="3" type="Curtain"/>
 <tile id="4" type="Mirror"/>
 <tile id="5" type="Spikes"/>
 <tile id="6" type="FloorRight"/>
 <tile id="7" type="FloorRightLow"/>
 <tile id="8" type="FloorRightHigh"/>
 <tile id="9" type="Shard"/>
 <tile id="10">
  <properties>
   <property name="hairline" value="@"/>
  </properties>
 </tile>
 <tile id="11" type="Exit"/>
 <tile id="12" type="Spring">
  <properties>
   <property name="strength" type="float" value="32"/>
  </properties>
 </tile>
 <tile id="13" type="grass"/>
 <tile id="14" type="Laser"/>
</tileset>
